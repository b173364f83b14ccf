'use client'

import { useMemo, useRef, type RefObject, useId, type ReactNode, useState } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toShareable, type Shareable, toShareLink } from './model/share-link.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { copy } from '#components/playground/copy.ts'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { NewSecret } from '#components/console-kit/new-secret.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { toTitle } from '#components/playground/history/model/history-entry.ts'
import { listShares, makeShare, sharePath } from './model/shares.ts'
import type { ShareLife } from '#lib/contracts/console/shares.ts'

/** Lists what a link includes and leaves out before it is created. */
export function ShareDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const shareable = useMemo(() => toShareable(draft), [draft])
  const first = useRef<HTMLButtonElement>(null)
  const leftOut = [
    ...count(shareable.secretsRemoved, 'key', 'keys'),
    ...count(shareable.filesRemoved, 'file', 'files'),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={first}
      title="Share this request"
      description="A link fills in the playground and runs nothing. It includes the request only: no API key, image, file or result."
    >
      <div className="flex flex-col gap-5">
        {leftOut.length > 0 && (
          <p className="rounded-md border border-line bg-sunken px-3 py-2">
            Left out: {leftOut.join(' and ')}.
          </p>
        )}
        <ShareFragment shareable={shareable} copyButton={first} />
        <ShareShort shareable={shareable} draft={draft} />
      </div>
    </Dialog>
  )
}

function count(number: number, one: string, many: string): string[] {
  if (number === 0) return []
  return [`${number} ${number === 1 ? one : many}`]
}

/** A link with the request in the URL; nothing is stored on a server. */
function ShareFragment({
  shareable,
  copyButton,
}: {
  shareable: Shareable
  copyButton: RefObject<HTMLButtonElement | null>
}) {
  const id = useId()
  const { data: link } = useQuery({
    queryKey: ['share-fragment', id, shareable.request],
    queryFn: () => toShareLink(shareable),
    gcTime: 0,
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-semibold">
        Share in URL
      </h3>
      <p className="text-muted">
        {link?.kind === 'too-large'
          ? `The request packs to ${kilobytes(link.length)} KB; the limit for a URL is ${link.lengthMax / 1024} KB. Create a short link instead.`
          : 'Not stored on a server. It never expires and cannot be revoked.'}
      </p>
      <Button
        ref={copyButton}
        className="self-start"
        disabled={link?.kind !== 'link'}
        focusableWhenDisabled
        onClick={() =>
          link?.kind === 'link' &&
          void copy(`${location.origin}${location.pathname}${link.fragment}`, 'Link to this request')
        }
      >
        <Link2 size={16} aria-hidden />
        Copy link
      </Button>
    </section>
  )
}

function kilobytes(length: number): string {
  return (length / 1024).toFixed(1)
}

const lives = [
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'never', label: 'Never' },
] as const satisfies readonly { value: ShareLife; label: string }[]

const audiences = [
  { value: 'team', label: 'Team members' },
  { value: 'public', label: 'Anyone with the link' },
] as const

type Audience = (typeof audiences)[number]['value']

/** A link to a copy that this server stores until it expires or is revoked. */
function ShareShort({ shareable, draft }: { shareable: Shareable; draft: Draft }) {
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
          <p className="text-muted">Stored on this server. You can revoke it at any time in Settings.</p>
          <Row label="Expires after">
            <Segmented
              label="Expires after"
              choices={lives}
              value={life}
              onChange={chosen => setLife(lives.find(({ value }) => value === chosen)?.value ?? '7d')}
            />
          </Row>
          {signedIn && publicLinks && (
            <Row label="Access">
              <Segmented
                label="Access"
                choices={audiences}
                value={audience}
                onChange={chosen => setAudience(chosen === 'public' ? 'public' : 'team')}
              />
            </Row>
          )}
          {signedIn && shares.data && !publicLinks && (
            <p className="text-muted">Team members only. Public links are disabled.</p>
          )}
          <Problem text={problem} />
          <Button
            variant="go"
            className="self-start"
            disabled={busy}
            focusableWhenDisabled
            onClick={() => submit(make)}
          >
            Create short link
          </Button>
        </>
      ) : (
        <>
          <NewSecret text={made} what="Short link" />
          <p role="status" className="text-muted">
            It is shown only once. {audience === 'public' ? 'Anyone with the link' : 'Team members'} can open
            it{life === 'never' ? '.' : ` for ${lives.find(({ value }) => value === life)?.label}.`}
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
