import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { currentTerms, decayed, relevanceOf, topicOverlap } from './relevance.ts';

const score = (facts: Partial<Parameters<typeof relevanceOf>[0]>) =>
	relevanceOf({ hours: 0, overlap: 0, pendingTasks: 0, ...facts }, DEFAULT_CONTINUITY);

describe('the relevance of a session', () => {
	it.each([
		['everything', { overlap: 1, pendingTasks: 4 }, 1],
		['recency alone, now', {}, 0.4],
		['half a week old', { hours: 84 }, 0.2],
		['a week old', { hours: 168 }, 0],
		['a month old', { hours: 720 }, 0],
		['the same subject, a week old', { hours: 168, overlap: 1 }, 0.35],
		['D20: its own branch after 147 h', { hours: 147, overlap: 1 }, 0.4],
		['one pending task now', { pendingTasks: 1 }, 0.4625],
		['four and more', { hours: 200, pendingTasks: 9 }, 0.25],
	])('%s', (_, facts, expected) => {
		expect(score(facts).score).toBeCloseTo(expected, 6);
	});

	it.each([
		[1, true],
		[100, true],
		[167, true],
		[168, true],
		[169, false],
	])('D21: with three pending tasks it is restored after %d h: %s', (hours, restored) => {
		expect(score({ hours, pendingTasks: 3 }).score >= 0.25).toBe(restored);
		expect(score({ hours, pendingTasks: 1 }).score >= 0.25).toBe(restored);
	});

	it('weights and how far to look back are settings', () => {
		const relevance = { ...DEFAULT_CONTINUITY.relevance, recency: 1, overlap: 0 };
		const facts = { hours: 12, overlap: 1, pendingTasks: 0 };
		expect(relevanceOf(facts, { relevance, lookbackDays: 1 }).score).toBeCloseTo(0.5, 6);
	});

	it('lies between 0 and 1, falls with age, grows with overlap and tasks', () => {
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		const hours = fc.double({ min: 0, max: 400, noNaN: true });
		fc.assert(
			fc.property(hours, share, fc.tuple(fc.nat(9), fc.nat(99)), (age, overlap, [tasks, more]) => {
				const facts = { hours: age, overlap, pendingTasks: tasks };
				const here = score(facts).score;
				expect(here).toBeGreaterThanOrEqual(0);
				expect(here).toBeLessThanOrEqual(1);
				expect(score({ ...facts, hours: age + more }).score).toBeLessThanOrEqual(here);
				expect(score({ ...facts, pendingTasks: tasks + more }).score).toBeGreaterThanOrEqual(here);
				const wider = Math.min(1, overlap + more / 100);
				expect(score({ ...facts, overlap: wider }).score).toBeGreaterThanOrEqual(here);
			}),
		);
	});
});

describe('how much two sessions have in common', () => {
	const now = currentTerms(['feature/ham-radio', 'Read the FT-991A meter']);

	it.each([
		['nothing known of now', new Set<string>(), ['a'], false, 0],
		['no topics', now, [], false, 0],
		['another subject', now, ['billing', 'tax'], false, 0],
		['one of two topics', now, ['ft991a', 'billing'], false, 0.5],
		['all topics', now, ['ft991a', 'ham radio', 'meter'], false, 1],
		['fewer current terms than topics', new Set(['meter']), [...'abcdefghi', 'meter'], false, 1],
		['the same branch', now, [], true, 1],
	])('%s', (...[, current, topics, isSameBranch, expected]) => {
		expect(topicOverlap(current, topics, isSameBranch)).toBeCloseTo(expected, 6);
	});

	it('is a share', () => {
		const words = fc.array(fc.constantFrom(...'abcdefgh'));
		fc.assert(
			fc.property(words, words, (current, topics) => {
				const overlap = topicOverlap(new Set(current), topics, false);
				expect(overlap).toBeGreaterThanOrEqual(0);
				expect(overlap).toBeLessThanOrEqual(1);
			}),
		);
	});
});

const DECAY = { rate: 0.4, floor: 0.3 };

describe('what time leaves of a confidence', () => {
	it.each([
		['now', 0, 1],
		['a day', 24, 0.942857],
		['two days', 48, 0.885714],
		['half a week', 84, 0.8],
		['a week', 168, 0.6],
		['the floor', 294, 0.3],
		['beyond it', 336, 0.3],
		['a clock set back', -5, 1],
	])('%s: after %d h the factor is %d', (_, hours, factor) => {
		expect(decayed(1, hours, DECAY).confidence).toBeCloseTo(factor, 6);
	});

	it.each([
		['a sure one', 1, 48, 0.885714, true],
		['a doubtful one', 0.45, 168, 0.27, false],
		['just kept', 0.5, 168, 0.3, true],
		['no scale but 0 to 1', 7, 0, 1, true],
	])('%s: %d after %d h is %d', (...[, confidence, hours, left, kept]) => {
		const result = decayed(confidence, hours, DECAY);
		expect(result.confidence).toBeCloseTo(left, 6);
		expect(result.kept).toBe(kept);
	});

	it('never grows with time, and stays between 0 and 1', () => {
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		const hours = fc.double({ min: 0, max: 10_000, noNaN: true });
		fc.assert(
			fc.property(share, fc.tuple(hours, hours), fc.tuple(share, share), (confidence, times, settings) => {
				const [sooner, later] = [Math.min(...times), Math.max(...times)];
				const [rate, floor] = settings;
				const before = decayed(confidence, sooner, { rate, floor }).confidence;
				const after = decayed(confidence, later, { rate, floor }).confidence;
				expect(after).toBeLessThanOrEqual(before);
				expect(after).toBeGreaterThanOrEqual(0);
				expect(before).toBeLessThanOrEqual(1);
			}),
		);
	});
});
