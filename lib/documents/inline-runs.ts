/** Part of a line in one style. */
export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly link?: string
}

/** The text of runs, and as Markdown if different. Emphasis on everything is ignored. */
export function joinRuns(runs: readonly Run[]): { readonly text: string; readonly markdown?: string } {
  const text = runs.map(run => run.text).join('')
  const trimmed = text.trim()
  if (trimmed === '') return { text: '' }
  const merged = mergeRuns(runs)
  const markdown = merged
    .map(run => markRun(run, merged.length === 1))
    .join('')
    .trim()
  return markdown === trimmed ? { text: trimmed } : { text: trimmed, markdown }
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs.filter(each => each.text !== '')) {
    const before = merged.at(-1)
    const same =
      before !== undefined && (run.text.trim() === '' ? before.link === run.link : sameStyle(before, run))
    if (same) merged[merged.length - 1] = { ...before, text: before.text + run.text }
    else merged.push(run)
  }
  return merged
}

function sameStyle(one: Run, other: Run): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.link === other.link
}

function markRun(run: Run, alone: boolean): string {
  const [, before = '', body = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? []
  if (body === '') return run.text
  const mark = alone ? '' : `${run.bold === true ? '**' : ''}${run.italic === true ? '*' : ''}`
  const marked = `${mark}${body}${mark.split('').toReversed().join('')}`
  return `${before}${run.link === undefined ? marked : `[${marked}](${run.link})`}${after}`
}
