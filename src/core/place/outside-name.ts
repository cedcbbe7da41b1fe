import { slug } from '../branch-state/file-name.ts';

/**
 * The directory in which a project outside git keeps its state, below `requirements/projects` (D3).
 *
 * @param sha256 hex digest
 */
export function outsideName(root: string, sha256: (text: string) => string): string {
	return `${slug(root)}-${sha256(root).slice(0, 8)}`;
}
