import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Model } from '#lib/contracts/api/models.ts'
import { curlClient } from '#lib/snippets/connect/curl-client.ts'
import { ModelStep } from './model-step.tsx'

const model: Model = {
  id: 'local/small',
  object: 'model',
  created: 0,
  owned_by: 'local',
  type: 'chat',
  state: 'not_downloaded',
}

function markupOf(chosen: Model): string {
  return renderToStaticMarkup(
    <ModelStep
      client={curlClient}
      models={[chosen]}
      model={chosen}
      onModel={() => undefined}
      address="http://localhost:3000"
      onAddress={() => undefined}
    />,
  )
}

test('a model that is not downloaded has a link to its page, because requests do not download it', () => {
  const markup = markupOf(model)

  expect(markup).toContain('Not downloaded, so requests fail.')
  expect(markup).toMatch(/<a [^>]*href="\/models\/local\/small"[^>]*>Download it first<\/a>/)
})

test('a model that is ready has none', () => {
  expect(markupOf({ ...model, state: 'ready' })).not.toContain('ownload')
})
