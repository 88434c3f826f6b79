// A text in memory, where pieces of a text are expected.

export async function* wholeText(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
