'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { WireEvents } from '#components/playground/wire-events.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { readRequestBodies } from '#lib/client/requests/ask-requests.ts'
import { readKeptEvents } from '#lib/client/requests/to-run.ts'
import type { RequestBodies, RequestDetail } from '#lib/contracts/team/requests.ts'
import { RequestBody } from './request-body.tsx'

export type BodyTab = 'request' | 'response' | 'events'

/** What was sent and answered, fetched when it is first looked at: whoever reads another's is on record. */
export function KeptBodies({ row, tab }: { row: RequestDetail; tab: BodyTab }) {
  const bodies = useQuery({
    queryKey: ['request-bodies', row.id],
    queryFn: () => readRequestBodies(row.id),
    enabled: row.bodies_kept,
    // They are written beside the row, a moment later.
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < 5 ? 500 : false),
  })
  if (!row.bodies_kept) return <NotKept row={row} />
  return (
    <ListState query={bodies}>
      {kept =>
        kept === null ? (
          <p className="text-muted">
            The bodies of this request are gone: they are kept for fewer days than its row (Settings says how
            many), and a server that is killed takes with it what it had not written yet.
          </p>
        ) : (
          <Shown kept={kept} tab={tab} id={row.id} />
        )
      }
    </ListState>
  )
}

function Shown({ kept: { request, answer }, tab, id }: { kept: RequestBodies; tab: BodyTab; id: string }) {
  if (tab === 'request')
    return <RequestBody label="Request body" body={request} fileName={`${id}-request.json`} />
  if (tab === 'response') {
    if (answer.kind === 'body')
      return <RequestBody label="Response body" body={answer} fileName={`${id}-response.json`} />
    const text = readKeptEvents(answer.text)
      .map(({ kind, data }) => (kind === 'comment' ? `: ${data}` : `data: ${data}`))
      .join('\n\n')
    return <RequestBody label="Response body" body={{ ...answer, text }} fileName={`${id}-response.txt`} />
  }
  if (answer.kind === 'body')
    return <p className="text-muted">The answer came in one piece, not as a stream.</p>
  return <WireEvents events={readKeptEvents(answer.text)} />
}

function NotKept({ row }: { row: RequestDetail }) {
  return (
    <div className="flex flex-col gap-2 text-muted">
      <p>The bodies of this request were not kept. That is off unless somebody turns it on:</p>
      <ul className="list-disc pl-5">
        <li>
          for programs, with “Keep bodies” of their key under{' '}
          <Link href="/team/keys" className="text-accent underline">
            API keys
          </Link>
          {row.key_name !== null && <> (this one is {row.key_name})</>};
        </li>
        <li>for the playgrounds of everybody, an administrator in Settings.</li>
      </ul>
      <p>
        What you ran in a playground of this browser, its history has all the same: Replay finds it there.
      </p>
    </div>
  )
}
