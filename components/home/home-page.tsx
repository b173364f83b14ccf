'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, MessageSquare } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { useState, useSyncExternalStore } from 'react'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useAccount } from '#components/shell/account-context.tsx'
import { pageLinks } from '#components/shell/navigation.tsx'
import { writeCookie } from '#components/shell/write-cookie.ts'
import { Button } from '#components/ui/button/button.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { Card } from './card.tsx'
import { GetStarted } from './get-started.tsx'
import { EmbeddedModels, HealthSentence, ProviderList } from './health-cards.tsx'
import { toNewChat } from './model/start-steps.ts'
import { RecentRuns } from './recent-runs.tsx'
import { TodayCards } from './today-cards.tsx'

/** First steps, today's figures, recent runs, and the health of providers and models, as far as the role allows. */
export function HomePage({
  startHidden,
  libraryItems,
}: {
  startHidden: boolean
  /** Null: not known. */
  libraryItems: number | null
}) {
  const { role } = useAccount()
  const { createsKeys } = useApi()
  const now = useNow()
  const [hidden, setHidden] = useState(startHidden)
  const runs = role !== 'viewer'
  const operates = createsKeys && (role === 'admin' || role === 'owner')
  const hideStart = (on: boolean) => {
    setHidden(on)
    writeCookie('sextant_start', on ? 'hidden' : 'shown')
  }
  return (
    <TeamFrame
      title="Home"
      actions={
        <>
          {runs && hidden && (
            <Button variant="plain" onClick={() => hideStart(false)}>
              Get started
            </Button>
          )}
          <Today now={now} />
        </>
      }
    >
      <Greeting now={now} operates={operates} />
      {runs && !hidden && (
        <GetStarted
          now={now}
          operates={operates}
          libraryItems={libraryItems}
          onHide={() => hideStart(true)}
        />
      )}
      {createsKeys && <TodayCards now={now} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        {runs ? <RecentRuns now={now} /> : <OpenPages />}
        <div className="flex flex-col gap-4">
          {operates && <ProviderList />}
          <EmbeddedModels />
        </div>
      </div>
    </TeamFrame>
  )
}

const minuteMs = 60_000

/** The time, to the minute; null on the server, which does not know the reader's time zone. */
function useNow(): number | null {
  return useSyncExternalStore(eachMinute, readMinute, () => null)
}

function eachMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs)
  return () => clearInterval(timer)
}

function readMinute(): number {
  const now = Date.now()
  return now - (now % minuteMs)
}

const day = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' })

function Today({ now }: { now: number | null }) {
  if (now === null) return null
  return <span className="text-xs text-muted max-sm:hidden">{day.format(now)}</span>
}

function Greeting({ now, operates }: { now: number | null; operates: boolean }) {
  const { name, role, signedIn } = useAccount()
  const { baseUrl, createsKeys } = useApi()
  const chatModel = useQuery(modelsQuery).data?.find(model => model.type === 'chat' && model.default)
  const greeting = now === null ? 'Welcome' : greet(new Date(now).getHours())
  return (
    <div className="flex flex-wrap items-center gap-2 pt-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg font-semibold tracking-tight">
          {signedIn ? `${greeting}, ${name}` : greeting}
        </h2>
        <p className="mt-0.5 text-soft">
          {operates && <HealthSentence />} {createsKeys ? 'The API is at ' : 'Connected to '}
          <code className="wrap-anywhere">{baseUrl}</code>
        </p>
      </div>
      {role !== 'viewer' && (
        <>
          {createsKeys && (
            <ButtonLink href="/team/keys" className="max-sm:hidden">
              <KeyRound size={16} aria-hidden />
              Create API key
            </ButtonLink>
          )}
          <ButtonLink href={toNewChat(chatModel)} variant="go" className="max-sm:w-full">
            <MessageSquare size={16} aria-hidden />
            New chat
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function greet(hours: number): string {
  if (hours < 5 || hours >= 18) return 'Good evening'
  return hours < 12 ? 'Good morning' : 'Good afternoon'
}

/** For viewers, who have no runs of their own: what they can read. */
function OpenPages() {
  const links = pageLinks(useAccount()).filter(({ href }) => href !== '/')
  return (
    <Card title="Your pages">
      <p className="px-4 pt-3 text-soft">
        You have the viewer role: you can read the library and shared requests, but not run requests.
      </p>
      <ul className="flex flex-col gap-1 px-4 py-3">
        {links.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-7 items-center gap-2 text-accent-text underline-offset-2 hover:underline coarse:min-h-10"
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
