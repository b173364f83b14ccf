import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/chat.ts'
import { toContractInfo } from '#lib/contracts/contract-info.ts'
import { openCurl } from './open-curl.ts'

const chat = toContractInfo(chatContract)

test('a curl becomes a draft, its key is dropped and said to be', () => {
  const { draft, notes } = openCurl(
    `curl https://x.example/v1/chat/completions -H 'Authorization: Bearer sk-secret-secret' -d '{"model":"m"}'`,
    chat,
  )

  expect(draft).toEqual({ contract: 'chat', body: { model: 'm' } })
  expect(notes[0]).toContain('key in the command was dropped')
  expect(JSON.stringify({ draft, notes })).not.toContain('sk-secret')
})

test('what is no curl fills nothing and says why', () => {
  expect(openCurl('wget x', chat)).toEqual({ draft: null, notes: ['This is not a curl command.'] })
})
