/** Code as a Markdown block, with a fence longer than any inside. */
export function fenceCode(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}\n\n`
}
