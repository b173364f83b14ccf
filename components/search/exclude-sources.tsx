'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AnswerText } from '#components/playground/markdown/answer-text.tsx'
import { firstModel, modelsFor } from '#components/playground/form/choose-model.ts'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { fieldAt } from '#components/playground/form/model/body-field.ts'
import { readChatText } from './model/read-chat-text.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { modelIdOf } from './model/model-name.ts'
import { extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import { questionOf, sentBody } from './model/search-turn.ts'
import { toChatWithout } from './model/without-sources.ts'
import { useNeighbours } from './search-context.ts'
import { useTurn } from './turn-context.ts'
import { useSideRun } from './use-side-run.ts'

/** Removes sources and answers the same question again in a chat run; HTTP and Code show its request. */
export function ExcludeSources() {
  const { turn, sources, without } = useTurn()
  const { chat } = useNeighbours()
  const { data } = useQuery(modelsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const { run, start, stop } = useSideRun('chat', chat.path)
  const text = useMemo(() => readChatText(run?.events ?? []), [run?.events])
  if (without.size === 0 && run === null) return null

  const asked = modelIdOf(fieldAt(sentBody(turn.run), 'params.chatModel'))
  const models = data ? modelsFor('chat', data).filter(({ id }) => id !== extractiveModel) : []
  const defaultModel = asked === null || asked === extractiveModel ? firstModel('chat', models) : asked
  const model = chosen ?? defaultModel
  const kept = sources.filter((_, index) => !without.has(index + 1))
  const running = run?.state === 'running'
  const ask = () => {
    if (model === null) return
    const windowTokens = models.find(({ id }) => id === model)?.context_window ?? null
    start(toChatWithout(questionOf(turn), kept, { model, windowTokens }))
  }
  return (
    <div
      role="group"
      aria-label="Answer from fewer sources"
      className="flex flex-col gap-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={!running && (model === null || kept.length === 0)} onClick={running ? stop : ask}>
          {running ? 'Stop' : `Regenerate from ${kept.length} of ${sources.length} sources`}
        </Button>
        <ModelPicker
          contract={chat}
          label="Chat model for fewer sources"
          value={model}
          whenNone="Select a model"
          onChange={setChosen}
        />
      </div>
      {kept.length === 0 && <p className="text-xs text-muted">Select at least one source.</p>}
      {run && (
        <>
          <AnswerText text={text} streaming={running} raw={false} />
          <p className="text-xs text-muted">
            Runs as a chat request; see the HTTP and Code tabs. Citation numbers refer to the remaining
            sources.
          </p>
          {run.failure && <ErrorCard run={run} onRetry={ask} />}
        </>
      )}
    </div>
  )
}
