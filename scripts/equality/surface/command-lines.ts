import { tmpdir } from 'node:os'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { commands } from '#lib/commands/list.ts'
import { run } from '#lib/commands/run.ts'
import { loadConfig } from '#lib/config.ts'
import { createMask } from '#scripts/equality/mask.ts'

const mistakes: readonly (readonly string[])[] = [
  [],
  ['help'],
  ['--help'],
  ['keys'],
  ['keys', 'destroy'],
  ['keys', 'create', '--unknown'],
  ['keys', 'create', 'extra'],
  ['keys', 'create', '--scopes', 'everything'],
  ['keys', 'create', '--scopes', 'chat,,web'],
  ['keys', 'create', '--rpm', 'many'],
  ['keys', 'create', '--tpm', '0'],
  ['keys', 'create', '--budget', '5/year'],
  ['keys', 'create', '--expires', 'soon'],
  ['keys', 'create', '--name', ''],
  ['keys', 'create', '--name', 'Made here', '--scopes', 'chat', '--budget', '25/month', '--expires', '30d'],
  ['keys', 'create', '--json', '--models', 'a,b', '--rpm', '5', '--tpm', '6', '--parallel', '7'],
  ['keys', 'list'],
  ['keys', 'list', '--json'],
  ['keys', 'revoke'],
  ['keys', 'revoke', 'key_unknown'],
  ['models', 'list'],
  ['models', 'list', '--json'],
  ['models', 'pull', 'nobody'],
  ['models', 'rm', 'nobody'],
  ['admin', 'create'],
  ['data', 'backup'],
  ['secrets', 'reencrypt'],
]

/** Output and exit code of each command line. */
export async function commandLines(): Promise<readonly object[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-equality-'))
  const helps = Object.keys(commands).map(name => [...name.split(' '), '--help'])
  const outcomes: object[] = []
  for (const words of [...mistakes, ...helps]) outcomes.push(await outcomeOf(words, folder))
  return outcomes
}

async function outcomeOf(words: readonly string[], folder: string): Promise<object> {
  const said: string[] = []
  const complained: string[] = []
  const variables = {
    SEXTANT_DATA_DIR: path.join(folder, 'data'),
    MODELS_DIR: path.join(folder, 'models'),
    MODEL_SOURCES: 'file',
  }
  const code = await run(words, {
    terminal: { say: text => void said.push(text), progress: () => {}, watched: false },
    complain: text => void complained.push(text),
    signal: AbortSignal.timeout(30_000),
    readConfig: () => loadConfig(variables, { cwd: folder }),
  })
  const mask = createMask(() => [[folder, '<folder>']])
  const lines = (texts: readonly string[]) => mask(texts.join('\n')).split('\n')
  return { words: words.join(' '), code, said: lines(said), complained: lines(complained) }
}
