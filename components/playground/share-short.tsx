'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { OnceText } from '#components/team/once-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import type { Draft } from '#lib/client/draft.ts'
import { toTitle } from '#lib/client/history-entry.ts'
import type { Shareable } from '#lib/client/share-link.ts'
import { listShares, makeShare, sharePath } from '#lib/client/shares.ts'
import type { ShareLife } from '#lib/contracts/team/shares.ts'

const lives = [
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'never', label: 'No end' },
] as const satisfies readonly { value: ShareLife; label: string }[]

const audiences = [
  { value: 'team', label: 'Members of the team' },
  { value: 'public', label: 'Anyone with the link' },
] as const

type Audience = (typeof audiences)[number]['value']

/** The link to a copy that this server keeps until it ends or is withdrawn. */
export function ShareShort({ shareable, draft }: { shareable: Shareable; draft: Draft }) {
  const id = useId()
  const { signedIn } = useAccount()
  const queries = useQueryClient()
  const { busy, problem, submit } = useSubmit([])
  const [life, setLife] = useState<ShareLife>('7d')
  const [audience, setAudience] = useState<Audience>('team')
  const [made, setMade] = useState<string | null>(null)
  const shares = useQuery({ queryKey: ['shares', 'mine'], queryFn: () => listShares('mine', null) })
  const publicLinks = shares.data?.public_links ?? false

  const make = async () => {
    const secret = await makeShare({
      request: JSON.stringify(shareable.request),
      title: toTitle({ ...draft, body: shareable.request.draft }),
      life,
      audience,
    })
    setMade(`${location.origin}${sharePath(secret)}`)
    await queries.invalidateQueries({ queryKey: ['shares'] })
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id={id} className="font-semibold">
        Short link
      </h3>
      {made === null ? (
        <>
          <p className="text-muted">
            A copy is kept on this server. You can withdraw it at any time, under Settings.
          </p>
          <Row label="Ends after">
            <Segmented
              label="Ends after"
              choices={lives}
              value={life}
              onChange={chosen => setLife(lives.find(({ value }) => value === chosen)?.value ?? '7d')}
            />
          </Row>
          {signedIn && publicLinks && (
            <Row label="Opens for">
              <Segmented
                label="Opens for"
                choices={audiences}
                value={audience}
                onChange={chosen => setAudience(chosen === 'public' ? 'public' : 'team')}
              />
            </Row>
          )}
          {signedIn && shares.data && !publicLinks && (
            <p className="text-muted">It opens for members of the team: links for anyone are switched off.</p>
          )}
          <Problem text={problem} />
          <Button
            variant="go"
            className="self-start"
            disabled={busy}
            focusableWhenDisabled
            onClick={() => submit(make)}
          >
            Make short link
          </Button>
        </>
      ) : (
        <>
          <OnceText text={made} what="Short link" />
          <p role="status" className="text-muted">
            It is shown this once. {audience === 'public' ? 'Anyone who has it' : 'Members of the team'} may
            open it{life === 'never' ? '.' : ` for ${lives.find(({ value }) => value === life)?.label}.`}
          </p>
        </>
      )}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-20 text-muted" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}
