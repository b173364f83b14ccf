// Order marks, separators of nothing and tags: they show nothing, and can hide words from whoever reads the page.
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are what it looks for
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// Persian, the scripts of India and joined emoji are written with joiners; next to Latin letters they hide something.
const strayJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|(?<=[\x20-\x7e])[\u200c\u200d]/gu
// One chooses how a character looks; more of them spell something that nobody sees.
const secondVariation = /(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/** A text without characters that nobody sees: control, zero-width, direction and tag characters. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(invisible, '')
    .replace(strayJoiner, '')
    .replace(secondVariation, '')
    .toWellFormed()
}
