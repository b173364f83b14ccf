import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { ConnectLines } from '#lib/snippets/connect/connect-client.ts'
import { type Outcome, run } from './run-program.ts'

/**
 * Follows the lines of a client in a temporary folder, without its installation: saves its files, then runs its shell
 * lines. A page of this machine replaces the one of the web.
 */
export async function runLines(
  { setUp, send }: ConnectLines,
  { apiKey, pythonPath, page }: { apiKey: string; pythonPath: string | null; page: string },
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-connect-'))
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    const code = [...setUp, send].filter(block => block.kind === 'code')
    for (const file of code.filter(({ place }) => place !== 'Shell')) {
      await writeFile(join(folder, file.place), file.code.replaceAll('https://example.com', page))
    }
    const script = code.filter(({ place }) => place === 'Shell').map(block => block.code)
    const variables = [
      `SEXTANT_API_KEY=${apiKey}`,
      // The test's own Node, not the system's.
      `PATH=${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      ...(pythonPath ? [`PYTHONPATH=${pythonPath}`] : []),
    ]
    return await run('env', [...variables, 'bash', '--norc', '-euc', script.join('')], folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
