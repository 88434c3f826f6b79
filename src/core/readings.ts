// What a text with escapes may mean: it is read as JSON, addresses and HTML do.

/** Escapes of escapes of escapes; in a longer text, which is no sentence but data, one less. */
const DEEPEST = 3;
const LONG = 200_000;

/** What a text may mean. */
export interface Reading {
  readonly text: string;
  /** A place of it in the text that has the escapes. */
  readonly source: (place: number) => number;
}

/** Of JSON, addresses and HTML. */
const ESCAPES = [
  /\\(?:u[\dA-Fa-f]{4}|["'/\\bfnrt])/g,
  /%[\dA-Fa-f]{2}/g,
  /&(?:#\d{1,10}|#[xX][\dA-Fa-f]{1,10}|[A-Za-z]{2,7});?/g,
];

/** One of them that was cut. */
const CUT_ESCAPE = /(?:\\(?:u[\dA-Fa-f]{0,3})?|%[\dA-Fa-f]?|&#?[\dA-Za-z]{0,9})(?=…)/g;

/** Characters of ASCII by their escapes in JSON, and by their names in HTML. */
const SIMPLE = new Map(
  (
    `\\b\b \\f\f \\n\n \\r\r \\t\t \\"" \\'' \\// \\\\\\ &Tab\t &NewLine\n &excl! &quot" &QUOT" &num# &dollar$ ` +
    "&percnt% &amp& &AMP& &apos' &lpar( &rpar) &ast* &plus+ &comma, &period. &sol/ &colon: &semi; &lt< &LT< " +
    '&equals= &gt> &GT> &quest? &commat@ &lsqb[ &lbrack[ &bsol\\ &rsqb] &rbrack] &Hat^ &lowbar_ &grave` &lcub{ ' +
    '&lbrace{ &verbar| &vert| &rcub} &rbrace}'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/** Itself where it means nothing. */
function meaningOf(escape: string): string {
  const open = escape.replace(/;$/, '');
  const code = Number(open.replace(/^(?:%|\\u|&#x)/i, '0x').replace('&#', ''));
  return SIMPLE.get(open) ?? (code <= 0x10ffff ? String.fromCodePoint(code) : escape);
}

/** As it stands, and with escapes of one kind read, then of another or the same, and again; without what was cut. */
export function readingsOf(text: string): Iterable<Reading> {
  const all = new Map<string, Reading>();
  let last: Reading[] = [];
  const add = (reading: Reading): void => {
    if (all.has(reading.text)) return;
    all.set(reading.text, reading);
    last.push(reading);
    add(unescaped(reading, CUT_ESCAPE, () => ''));
  };
  add({ text, source: (place) => place });
  if (!/[\\%&]/.test(text)) return all.values();
  for (let depth = text.length > LONG ? 1 : 0; depth < DEEPEST; depth += 1) {
    const before = last;
    last = [];
    for (const reading of before) for (const kind of ESCAPES) add(unescaped(reading, kind, meaningOf));
  }
  return all.values();
}

function unescaped({ text: escaped, source }: Reading, look: RegExp, meaning: (escape: string) => string): Reading {
  // Where each of them ends, there and here.
  const [sources, places]: [number[], number[]] = [[], []];
  let shorter = 0;
  const text = escaped.replaceAll(look, (escape, at: number) => {
    const meant = meaning(escape);
    shorter += escape.length - meant.length;
    sources.push(at + escape.length);
    places.push(at + escape.length - shorter);
    return meant;
  });
  const sourceOf = (place: number): number => {
    const last = howMany(places.length, (index) => (places[index] ?? 0) <= place) - 1;
    return source((sources[last] ?? 0) + place - (places[last] ?? 0));
  };
  return { text, source: sourceOf };
}

/** Of so many in order, those that it is true of: they come first. */
export function howMany(length: number, isTrue: (index: number) => boolean): number {
  let [from, end] = [0, length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if (isTrue(middle)) from = middle + 1;
    else end = middle;
  }
  return from;
}
