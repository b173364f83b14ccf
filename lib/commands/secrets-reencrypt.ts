import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import type { Command } from './command.ts'
import { withStore } from './with-store.ts'

export const secretsReencrypt: Command = {
  takes: '',
  summary: 'Re-encrypt stored provider keys with the first key of ENCRYPTION_KEY; then remove the others.',
  options: {},
  positionals: 0,

  async run({ config, terminal }) {
    const box = createSecretBox(readSecrets(config.dataDir, config).encryptionKey)
    const { changed, lost } = await withStore(config, store => store.providerKeys.reencrypt(box))
    const [current = ''] = box.keyIds
    terminal.say(
      `Re-encrypted ${changed} provider ${changed === 1 ? 'key' : 'keys'}. The current key is ${current}.`,
    )
    if (lost.length === 0) return
    throw new Error(
      `No key in ENCRYPTION_KEY decrypts the keys of ${lost.join(', ')}. Append the previous key and try again, or enter them again under Team → Providers.`,
    )
  },
}
