/** Python lines that print the list `sources` of an answer, indented by `indent`. */
export function printPythonSources(indent: string): string {
  return `${indent}for number, source in enumerate(sources, start=1):
${indent}    print(f"[{number}] {source['metadata']['title']} {source['metadata']['url']}")
`
}
