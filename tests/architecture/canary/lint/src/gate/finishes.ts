export function f(g: () => number): number {
	try {
		return g();
	} finally {
		g();
	}
}
