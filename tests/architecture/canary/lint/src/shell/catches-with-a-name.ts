export function f(g: () => number): unknown {
	try {
		return g();
	} catch (error) {
		return error;
	}
}
