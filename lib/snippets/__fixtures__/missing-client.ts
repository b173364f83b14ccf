import type { Flavour } from '#lib/snippets/to-snippet.ts'
import { run } from './run-program.ts'

const probes: Readonly<Record<Flavour, { readonly command: readonly string[]; readonly debian: string }>> = {
  curl: { command: ['curl', '--version'], debian: 'curl' },
  'python-openai': { command: ['python3', '-c', 'import json'], debian: 'python3' },
  'python-anthropic': { command: ['python3', '-c', 'import json'], debian: 'python3' },
  'python-firecrawl': { command: ['python3', '-c', 'import json'], debian: 'python3' },
  'python-requests': { command: ['python3', '-c', 'import requests'], debian: 'python3-requests' },
  'typescript-openai': { command: [process.execPath, '--version'], debian: '' },
  'typescript-anthropic': { command: [process.execPath, '--version'], debian: '' },
  'typescript-cohere': { command: [process.execPath, '--version'], debian: '' },
  'typescript-firecrawl': { command: [process.execPath, '--version'], debian: '' },
  'typescript-fetch': { command: [process.execPath, '--version'], debian: '' },
}

/** The Debian package that a flavor's programs need and this machine lacks; null if they run. */
export async function missingClient(flavour: Flavour): Promise<string | null> {
  const { command, debian } = probes[flavour]
  const [program = '', ...options] = command
  return (await run(program, options)).code === 0 ? null : debian
}
