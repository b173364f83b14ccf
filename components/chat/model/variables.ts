const placeholder = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu

/** Names of the `{{variables}}` in some texts, each once, in order of appearance. */
export function readVariables(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(text => Array.from(text.matchAll(placeholder), match => match[1] ?? '')))]
}

/** Puts values in for variables, once: a value that looks like a variable stays as it is. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** Variables that have no value yet. An empty value counts as missing: an empty prompt is seldom meant. */
export function readMissing(
  texts: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return readVariables(texts).filter(name => !Object.hasOwn(values, name) || values[name] === '')
}
