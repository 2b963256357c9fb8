/**
 * Where Go's decoder of standard base64 gives up, undefined if it reads the whole text. Line breaks are skipped.
 * Source: Go's `base64.StdEncoding`, `CorruptInputError`.
 */
export function base64FaultAt(text: string): number | undefined {
  const odd = text.search(/[^A-Za-z0-9+/\r\n]/);
  const end = odd < 0 ? text.length : odd;
  const symbols = text.slice(0, end).replace(/[\r\n]/g, '').length;
  const missing = (4 - (symbols % 4)) % 4;
  if (odd < 0) return missing === 0 ? undefined : shortAt(text, symbols);
  if (text[odd] !== '=' || missing === 0 || missing === 3) return odd;
  return paddingFaultAt(text, odd, missing);
}

/** A quantum that the text ends in counts as faulty from its own start. */
function shortAt(text: string, symbols: number): number {
  let left = symbols - (symbols % 4);
  let at = 0;
  while (left > 0 || /[\r\n]/.test(text[at] ?? '')) {
    if (!/[\r\n]/.test(text[at] ?? '')) left -= 1;
    at += 1;
  }
  return at;
}

function paddingFaultAt(text: string, start: number, wanted: number): number | undefined {
  let at = start;
  for (let seen = 0; seen < wanted; seen += 1) {
    while (/[\r\n]/.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return text.length;
    if (text[at] !== '=') return at - 1;
    at += 1;
  }
  while (/[\r\n]/.test(text[at] ?? '')) at += 1;
  return at < text.length ? at : undefined;
}
