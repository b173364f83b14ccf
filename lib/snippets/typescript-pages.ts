import type { Shape } from './shape.ts'

/** Lines of TypeScript that print the links of a map, one a line. */
export function printTypescriptLinks(): string {
  return `
const { links } = (await response.json()) as { links: string[] }
for (const link of links) console.log(link)
`
}

/** Lines of TypeScript that print the one format of a page that was asked for. */
export function printTypescriptPage({ format }: Shape): string {
  return `
type Page = { warning?: string; ${format}: ${format === 'links' ? 'string[]' : 'string'} }
const { data } = (await response.json()) as { data: Page }
if (data.warning) console.error(data.warning)
${format === 'links' ? 'for (const link of data.links) console.log(link)' : `console.log(data.${format})`}
`
}

/** Lines of TypeScript within the loop over the events of a map. What a search keeps is known at the end alone. */
export function printTypescriptMapEvent({ searches }: Shape): string {
  return `    if (event.object === '${searches ? 'map.result' : 'map.chunk'}') {
      for (const link of event.links) console.log(link)
    }
`
}

/** Lines of TypeScript that end the program at an event that is an error, in the words that a map has for it. */
export const endAtTypescriptMapError = `    if (event.error) {
      console.error(\`\\n\${event.code} (\${requestId}): \${event.error}\`)
      process.exit(1)
    }
`
