import { resolve } from 'node:path'
import { backUp } from '#lib/store/core/backup.ts'
import type { Command } from './command.ts'
import { toSize } from './to-size.ts'

export const dataBackup: Command = {
  takes: '<folder>',
  summary: 'Copy the SQLite database and the secrets into a folder. Sextant can keep running.',
  options: {},
  positionals: 1,

  async run({ config, terminal, positionals }) {
    if (config.databaseUrl !== null)
      throw new Error(
        'The data is in PostgreSQL. Back it up with pg_dump, and copy secrets.json from the data folder.',
      )
    const folder = resolve(positionals[0] ?? '')
    const { files, sizeBytes } = await backUp(config.dataDir, folder)
    terminal.say(`${folder}: ${files.join(', ')} (${toSize(sizeBytes)})`)
    terminal.say('These files give full access to the team: store them securely.')
    if (!files.includes('secrets.json'))
      terminal.say('AUTH_SECRET and ENCRYPTION_KEY come from the environment: back them up separately.')
  },
}
