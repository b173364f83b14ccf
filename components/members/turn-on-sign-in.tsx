'use client'

import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { copy } from '#components/playground/copy.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { Button } from '#components/ui/button/button.tsx'

/** The page Members without sign-in: how to turn it on. */
export function TurnOnSignIn() {
  const { baseUrl } = useApi()
  const lines = startLines(baseUrl)
  return (
    <TeamFrame title="Members">
      <div className="flex max-w-[760px] flex-col gap-6">
        <div className="flex flex-col gap-1">
          <h2 className="text-xl font-semibold">Work as a team</h2>
          <p className="text-soft">
            Sign-in is off: everyone who can reach this server has full access, and there are no members. With
            sign-in, each member has a role, API keys and usage of their own.
          </p>
        </div>
        <ol className="flex flex-col gap-5">
          <Step number={1} title="Restart Sextant in team mode">
            <p className="text-soft">
              Stop Sextant and start it from its folder with these settings. The commands reuse the current
              secrets, so stored provider keys stay readable. Set them again for every later start.
            </p>
            <HighlightedCode
              code={lines}
              language="bash"
              label="Commands that start team mode"
              head={
                <>
                  <span className="flex-1">Terminal</span>
                  <Button variant="plain" size="small" onClick={() => void copy(lines, 'Commands')}>
                    <Copy size={14} aria-hidden />
                    Copy
                  </Button>
                </>
              }
            />
            <p className="text-soft">
              For single sign-on, set <code>SEXTANT_AUTH</code> to <code>sso</code> and add your identity
              provider.
            </p>
          </Step>
          <Step number={2} title="Create the owner">
            <p className="text-soft">
              Open the link in the log. It works once, for one hour. API keys and requests so far belong to
              the owner.
            </p>
          </Step>
          <Step number={3} title="Invite members">
            <p className="text-soft">
              This page then creates invitation links, each valid for one person and seven days.
            </p>
          </Step>
        </ol>
      </div>
    </TeamFrame>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-xs font-medium text-soft"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="pt-0.5 font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}

function startLines(baseUrl: string): string {
  return `export SEXTANT_AUTH=team APP_URL=${new URL(baseUrl).origin}
secret() { node -p "JSON.parse(fs.readFileSync('\${SEXTANT_DATA_DIR:-.sextant}/secrets.json')).$1"; }
export AUTH_SECRET="$(secret authSecret)" ENCRYPTION_KEY="$(secret encryptionKey)"
npm start
`
}
