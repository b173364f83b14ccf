import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import type { Command } from './command.ts'
import { withStore } from './with-store.ts'

export const secretsReencrypt: Command = {
  takes: '',
  summary: 'Encrypt stored provider keys with the first key of ENCRYPTION_KEY; then the others may go.',
  options: {},
  positionals: 0,

  async run({ config, terminal }) {
    const box = createSecretBox(readSecrets(config.dataDir, config).encryptionKey)
    const { changed, lost } = await withStore(config, store => store.providerKeys.reencrypt(box))
    const [current = ''] = box.keyIds
    terminal.say(
      `${changed} provider ${changed === 1 ? 'key was' : 'keys were'} encrypted anew; the key in use is ${current}.`,
    )
    if (lost.length === 0) return
    throw new Error(
      `No key of ENCRYPTION_KEY opens those of ${lost.join(', ')}. Put the former one behind and try again, or enter them anew under Team → Providers.`,
    )
  },
}
