'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { Summary } from '#components/ui/data/summary.tsx'

/** How to search more: a backend, added in the console by those who may, or documents in the library. */
export function BackendSetup() {
  const { role } = useAccount()
  const manages = role === 'admin' || role === 'owner'
  return (
    <div className="flex flex-col items-start gap-1.5 pt-1">
      <div className="flex flex-wrap items-center gap-2">
        {manages && <ButtonLink href="/team/providers">Add search backend</ButtonLink>}
        <ButtonLink href="/library">Add documents to the library</ButtonLink>
      </div>
      {!manages && <p>Ask an admin to add a search backend on the page Providers.</p>}
      {manages && (
        <details>
          <Summary className="py-0.5 hover:text-text">Or set an environment variable</Summary>
          <p className="pt-1">
            <code>SEARXNG_URL</code> for your own SearXNG instance with <code>json</code> in its{' '}
            <code>search.formats</code>, or <code>BRAVE_API_KEY</code>, <code>SERPER_API_KEY</code>,{' '}
            <code>TAVILY_API_KEY</code> or <code>EXA_API_KEY</code>. <code>YOUTUBE_API_KEY</code> adds videos,{' '}
            <code>WOLFRAM_APP_ID</code> calculations. Then restart the server.
          </p>
        </details>
      )}
    </div>
  )
}
