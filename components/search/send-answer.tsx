'use client'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { readHistoryTurns } from '#lib/client/search/history-pairs.ts'
import { questionOf, type SearchTurn, sentBody } from '#lib/client/search/search-turn.ts'
import { useTurn } from './turn-context.ts'

/** The sources that are ticked, or the conversation, on to another playground; what opens there does not run by itself. */
export function SendAnswer({ turn }: { turn: SearchTurn }) {
  const { sources, without } = useTurn()
  const kept = sources.filter((_, index) => !without.has(index + 1))
  const runId = turn.run.id
  const question = questionOf(turn)
  return (
    <>
      {kept.length > 0 && (
        <SendToMenu
          label={`Send ${kept.length === 1 ? 'the source' : `${kept.length} sources`} to`}
          inPalette
          from="search"
          kind="sources"
          content={() => ({
            items: kept.map(({ pageContent, metadata }) => ({ text: pageContent, ...metadata })),
            query: question,
            runId,
          })}
        />
      )}
      <SendToMenu
        label="Send answer to"
        from="search"
        kind="conversation"
        content={() => ({ items: toConversation(turn), query: null, runId })}
      />
    </>
  )
}

/** Questions and answers in turn, the last answer last. */
function toConversation({ run, found }: SearchTurn) {
  const told = readHistoryTurns(sentBody(run))
  const last = { question: questionOf({ run }), answer: found.content }
  return [...told, last].flatMap(({ question, answer }) => [{ text: question }, { text: answer }])
}
