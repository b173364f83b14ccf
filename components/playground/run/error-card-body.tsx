'use client'

import { CircleAlert } from 'lucide-react'
import { SignInAgain } from '#components/account/sign-in-again.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import {
  type RemedyPage,
  remedyPages,
  searchPlace,
} from '#components/playground/form/model/advice-by-path.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { pageLinks } from '#components/shell/navigation.tsx'
import { adviceFor } from './model/error-advice.ts'
import type { Run, RunFailure } from '#lib/client/run.ts'
import { sentModel } from '#components/playground/http/model/sent-model.ts'
import { copy } from '#components/playground/copy.ts'
import type { ErrorCardProps } from './error-card.tsx'
import { ModelDownload } from '#components/playground/form/model-download.tsx'
import { RequestLink } from '#components/playground/http/request-link.tsx'
import { useEffect, useState } from 'react'
import { Summary } from '#components/ui/data/summary.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'

/** The error, its cause and the next step; a partial result stays above it. */
export function ErrorCardBody({ run, onRetry, onGoToField }: ErrorCardProps) {
  const { failure } = run
  if (failure === null) return null
  const { title, message, cause, action, page } = explain(failure, run)
  const requestId = run.response?.headers['x-request-id']
  const param = failure.kind === 'api' ? failure.param : null
  const raw = 'raw' in failure ? failure.raw : ''
  return (
    <div className="flex flex-col gap-2">
      <section role="alert" aria-label="Error" className="rounded-lg border border-bad bg-card">
        <h2 className="flex items-center gap-2 px-3 pt-2.5 font-semibold text-bad">
          <CircleAlert size={16} aria-hidden />
          {title}
        </h2>
        <div className="flex flex-col gap-1.5 px-3 pt-1 pb-3">
          {message && (
            <p className="break-words">
              <InlineCode text={message} />
            </p>
          )}
          <p className="text-muted">
            {cause} {action}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            {failure.kind === 'signed-out' && <SignInAgain onSignedIn={onRetry} />}
            {mayRetry(failure) && (
              <RetryButton
                waitMs={failure.kind === 'api' ? failure.retryAfterMs : null}
                failedId={run.id}
                onRetry={onRetry}
              />
            )}
            {page && <RemedyLink page={page} primary={!mayRetry(failure)} />}
            {param && onGoToField && <Button onClick={() => onGoToField(param)}>Go to {param}</Button>}
            {requestId && (
              <>
                <RequestLink id={requestId}>Show in log</RequestLink>
                <Button
                  variant="plain"
                  className="max-w-full"
                  onClick={() => void copy(requestId, 'Request ID')}
                >
                  <span className="min-w-0 truncate font-mono text-xs">{requestId}</span>
                </Button>
              </>
            )}
          </div>
          {raw && (
            <details className="text-xs">
              <Summary className="py-1 text-muted">Raw response</Summary>
              <pre className="max-h-60 overflow-auto rounded-md border border-line bg-sunken p-2 break-words whitespace-pre-wrap">
                {raw}
              </pre>
            </details>
          )}
        </div>
      </section>
      {failure.kind === 'api' && failure.code === 'model_not_found' && (
        <ModelDownload model={sentModel(run)} />
      )}
    </div>
  )
}

interface Explanation {
  title: string
  message: string | null
  cause: string
  action: string
  page?: RemedyPage
}

function explain(failure: RunFailure, run: Run): Explanation {
  switch (failure.kind) {
    case 'api':
      return {
        title: `${failure.status} · ${failure.code}`,
        message: failure.message,
        ...adviceFor(failure.code, failure.status, originOf(run)),
      }
    case 'interrupted':
      return {
        // A search fails before its answer starts; only its steps have run.
        title: `${failure.code === 'search_unavailable' ? 'Search failed' : 'Answer interrupted'} · ${failure.code}`,
        message: failure.message,
        ...adviceFor(failure.code, null, originOf(run)),
      }
    case 'unreachable':
      return {
        title: 'Could not reach the API',
        message: failure.message,
        cause: 'No response from the server.',
        action: 'Check that it is running, then retry. Your draft is saved.',
      }
    case 'offline':
      return {
        title: 'You are offline',
        message: null,
        cause: 'This browser has no connection.',
        action: run.events.length > 0 ? 'The partial result is shown above.' : 'Your draft is saved.',
      }
    case 'signed-out':
      return {
        title: 'Session expired',
        message: null,
        cause: 'You are signed out of the console.',
        action: 'Sign in here to retry. Your draft is saved.',
      }
  }
}

function originOf(run: Run): string {
  const { path } = run.request
  return path === '/v1/web' && sentModel(run) === 'sextant-ai-search' ? searchPlace : path
}

// The same request would be refused again.
const finalStatuses: readonly number[] = [400, 413, 415, 422]

function mayRetry(failure: RunFailure): boolean {
  if (failure.kind !== 'api') return true
  return !finalStatuses.includes(failure.status) && failure.code !== 'insufficient_quota'
}

/** The page of the next step, if this member can open it. */
function RemedyLink({ page, primary }: { page: RemedyPage; primary: boolean }) {
  const { label, href } = remedyPages[page]
  const account = useAccount()
  if (!pageLinks(account).some(link => link.href === href)) return null
  return (
    <ButtonLink href={href} variant={primary ? 'go' : 'line'}>
      {label}
    </ButtonLink>
  )
}

/** Retry, counting down while the API requests a delay; the user can retry earlier. */
function RetryButton({
  waitMs,
  failedId,
  onRetry,
}: {
  waitMs: number | null
  /** Each failure starts its own countdown. */
  failedId: string
  onRetry: () => void
}) {
  const [left, setLeft] = useState<{ of: string; seconds: number } | null>(null)
  const seconds = left?.of === failedId ? left.seconds : Math.ceil((waitMs ?? 0) / 1000)
  useEffect(() => {
    if (waitMs === null) return
    const until = performance.now() + waitMs
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - performance.now()) / 1000))
      setLeft({ of: failedId, seconds: rest })
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [waitMs, failedId])
  return (
    <Button variant={seconds > 0 ? 'line' : 'go'} onClick={onRetry}>
      {seconds > 0 ? `Retry (in ${seconds} s)` : 'Retry'}
    </Button>
  )
}
