/** A text between fences that it cannot close. */
export function fenceText(text: string): string {
  const runs = Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length)
  const ticks = '`'.repeat(runs.reduce((most, length) => Math.max(most, length + 1), 3))
  return `${ticks}\n${text.trim()}\n${ticks}`
}
