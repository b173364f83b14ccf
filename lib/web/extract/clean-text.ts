// Byte order marks, invisible separators and tags: they are invisible, and can hide text from readers.
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are what it looks for
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// Joiners are valid in Persian, Indic scripts and emoji; next to Latin letters they hide text.
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|(?<=[\x20-\x7e])[\u200c\u200d]/gu
// One variation selector chooses a glyph; a sequence of them encodes invisible text.
const secondVariation = /(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** Removes invisible characters: control, zero-width, direction and tag characters. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(invisible, '')
    .replace(strayJoiner, '')
    .replace(secondVariation, '')
    .toWellFormed()
}
