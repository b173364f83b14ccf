/** Code as a Markdown block, with a fence longer than any inside. */
export function fenceCode(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}\n\n`
}
