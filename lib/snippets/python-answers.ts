import type { Shape } from './shape.ts'

/** Python lines that print the vector `vector` of the input `index`; each line is indented by `indent`. */
export function printPythonVector(indent: string, index: string, vector: string): string {
  return `${indent}first = ", ".join(f"{number:.4f}" for number in ${vector}[:4])
${indent}print(f"{${index}}: {len(${vector})} dimensions [{first}, …]")
`
}

/** Python lines that print the vectors of the JSON of an answer. */
export function printPythonVectors({ encoding }: Shape): string {
  const vector =
    encoding === 'base64' ? 'array("f", base64.b64decode(item["embedding"]))' : 'item["embedding"]'
  return `
for item in response.json()["data"]:
    vector = ${vector}
${printPythonVector('    ', "item['index']", 'vector')}`
}

/** Modules that these lines need. */
export function importsOfVectors({ prints, encoding }: Shape): readonly string[] {
  return prints === 'vectors' && encoding === 'base64' ? ['import base64', 'from array import array'] : []
}

/** Python lines that print the JSON of a ranking, best first. */
export function printPythonRanking(): string {
  return `
for rank, result in enumerate(response.json()["results"], start=1):
    text = (result.get("document") or {}).get("text", "")
    print(f"{rank}. {result['relevance_score']:.4f} #{result['index']} {text}")
`
}
