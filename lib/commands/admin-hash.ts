import { hashPassword, makePassword } from '#lib/store/team/password.ts'
import type { Command } from './command.ts'

export const adminHash: Command = {
  takes: '',
  summary: 'Make a password and what ADMIN_PASSWORD_HASH wants of it.',
  options: {},
  positionals: 0,

  async run({ terminal }) {
    const password = makePassword()
    terminal.say(`Password: ${password}`)
    // In single quotes: a shell or a compose file would take $argon2id for a variable.
    terminal.say(`ADMIN_PASSWORD_HASH='${await hashPassword(password)}'`)
  },
}
