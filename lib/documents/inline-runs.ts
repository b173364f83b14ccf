export interface RunStyle {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
  readonly subscript?: boolean
  readonly superscript?: boolean
}

/** Formatting of text in a file. */
export interface TextStyle extends RunStyle {
  /** Such text is omitted. */
  readonly hidden?: boolean
}

/** Part of a line in one style. */
export interface Run extends RunStyle {
  readonly text: string
  readonly link?: string
  /** Address of the image that the text describes. */
  readonly image?: string
  /** Shown in Markdown instead of the text: a formula in TeX, or the mark of a note, which has no text. */
  readonly markup?: string
}

/** The text of runs, and as Markdown if different. */
export function joinRuns(runs: readonly Run[]): { readonly text: string; readonly markdown?: string } {
  const text = runs.map(run => run.text).join('')
  const trimmed = text.trim()
  if (trimmed === '') return { text: '' }
  const merged = mergeRuns(runs)
  // The text would be escaped, and markup must not be.
  const hasMarkup = merged.some(run => run.markup !== undefined)
  if (!hasMarkup && merged.map(markRun).join('').trim() === trimmed) return { text: trimmed }
  const escaped = merged.map(run => ({ ...run, text: escapeMarkup(run.text) }))
  return { text: trimmed, markdown: escaped.map(markRun).join('').trim() }
}

/** The text of a run is no markup: tags and links in it stay text. */
function escapeMarkup(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])|\](?=\()/gi, '\\$&')
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs.filter(each => each.text !== '' || each.markup !== undefined)) {
    const before = merged.at(-1)
    const same =
      before !== undefined &&
      (run.text.trim() === '' && run.markup === undefined
        ? before.link === run.link && before.image === undefined && before.markup === undefined
        : sameStyle(before, run))
    if (same) merged[merged.length - 1] = { ...before, text: before.text + run.text }
    else merged.push(run)
  }
  return merged
}

function sameStyle(one: Run, other: Run): boolean {
  return (
    isOn(one.bold) === isOn(other.bold) &&
    isOn(one.italic) === isOn(other.italic) &&
    isOn(one.underline) === isOn(other.underline) &&
    isOn(one.strike) === isOn(other.strike) &&
    isOn(one.subscript) === isOn(other.subscript) &&
    isOn(one.superscript) === isOn(other.superscript) &&
    one.link === other.link &&
    one.image === other.image &&
    one.markup === undefined &&
    other.markup === undefined
  )
}

function isOn(flag: boolean | undefined): boolean {
  return flag === true
}

function markRun(run: Run): string {
  if (run.image !== undefined) {
    const image = `![${run.text.replaceAll(/(?<!\\)[[\]]/g, '\\$&')}](${toTarget(run.image)})`
    return run.link === undefined ? image : `[${image}](${toTarget(run.link)})`
  }
  if (run.markup !== undefined) return run.markup
  const body = run.text.trim()
  const [before, after] = body === '' ? ['', ''] : run.text.split(body, 2)
  // Emphasis around punctuation alone would be read as asterisks.
  if (!/[\p{L}\p{N}]/u.test(body)) return run.link === undefined || body === '' ? run.text : linked(body)
  const script = isOn(run.subscript) ? 'sub' : isOn(run.superscript) ? 'sup' : ''
  const scripted = script === '' ? body : `<${script}>${body}</${script}>`
  // Markdown has no underline; links are underlined anyway.
  const isUnderlined = run.underline === true && run.link === undefined
  const inner = isUnderlined ? `<u>${scripted}</u>` : scripted
  const mark = `${isOn(run.strike) ? '~~' : ''}${isOn(run.bold) ? '**' : ''}${isOn(run.italic) ? '*' : ''}`
  const marked = `${mark}${inner}${mark.split('').toReversed().join('')}`
  return `${before}${run.link === undefined ? marked : linked(marked)}${after}`

  function linked(label: string): string {
    return `[${label}](${toTarget(run.link ?? '')})`
  }
}

/** An address as the target of a Markdown link. */
function toTarget(address: string): string {
  return address.replaceAll(/[\s()<>]/g, each =>
    each === '(' || each === ')' ? `\\${each}` : encodeURI(each),
  )
}
