/** What a model wrote without its thinking, also where that has no end or lost its beginning. */
export function stripThinking(text: string): string {
  return text
    .replace(/<think(?:ing)?>.*?<\/think(?:ing)?>/gis, '')
    .replace(/^.*<\/think(?:ing)?>/is, '')
    .replace(/<think(?:ing)?>.*$/is, '')
    .trim()
}
