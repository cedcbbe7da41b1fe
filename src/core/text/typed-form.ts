const STEP = /(?<![\w/:.-])req (status|satisfy|approve|pause|unpause|clear|trust)\b/g;

/** A text for readers inside the client: what a terminal's `req pause` does, `/req:pause` does there (D36). */
export function typedForm(text: string): string {
	return text.replace(STEP, '/req:$1');
}
