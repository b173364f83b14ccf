import { expect, test } from 'vitest'
import { keyScopes } from '#lib/contracts/core/contract.ts'
import { newKeySchema } from '#lib/contracts/console/keys.ts'
import { startDraft, toKeySettings } from './key-draft.ts'

const emptyDraft = startDraft({ requests_per_minute: 600, tokens_per_minute: null, parallel: 20 })

test('the form selects all scopes except the admin scope', () => {
  expect(emptyDraft.scopes).toEqual(keyScopes.filter(scope => scope !== 'admin:read'))
})

test('a new key starts with the limits of the team', () => {
  expect(toKeySettings(emptyDraft)).toMatchObject({
    requests_per_minute: 600,
    tokens_per_minute: null,
    parallel: 20,
  })
})

test('the form state converts to the request body', () => {
  const draft = {
    ...emptyDraft,
    name: 'mine',
    models: [' local/a ', ''],
    defaultModel: ' local/b',
    parallel: 2,
    ends: { days: 30 },
  }

  const settings = toKeySettings(draft, 1000)

  expect(newKeySchema.parse(settings)).toEqual(settings)
  expect(settings).toMatchObject({
    models: ['local/a'],
    default_model: 'local/b',
    parallel: 2,
    expires_at: 1000 + 30 * 86_400_000,
  })
})

test('an empty model list means all models, and no expiration means never', () => {
  expect(toKeySettings({ ...emptyDraft, models: [''], ends: null }, 1000)).toMatchObject({
    models: null,
    default_model: null,
    expires_at: null,
  })
})
