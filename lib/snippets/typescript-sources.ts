export const typescriptSourceType = 'type Source = { metadata: { title: string; url: string } }'

/** Lines of TypeScript that print the list `sources` of an answer, indented by `indent`. */
export function printTypescriptSources(indent: string): string {
  return `${indent}for (const [place, { metadata }] of sources.entries()) {
${indent}  console.log(\`[\${place + 1}] \${metadata.title} \${metadata.url}\`)
${indent}}
`
}
