'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { DownloadLink } from '#components/ui/button/download-link.tsx'
import { teamExportAddress, teamSettingsQuery } from './model/team-settings.ts'

const DeleteTeam = lazy(() => import('./delete-team.tsx').then(module => ({ default: module.DeleteTeam })))

/** Everything in one file, and the end of everything. */
export function DangerPage() {
  const { signedIn } = useAccount()
  const [deleting, setDeleting] = useState(false)
  const settings = useQuery(teamSettingsQuery)
  return (
    <>
      <Section
        title="Export everything"
        about="People, keys without what opens them, settings, requests with kept bodies, the library’s texts, shared links, the audit log: one line of JSON each. No passwords, keys or secrets. That it was fetched is on record."
      >
        <div>
          <DownloadLink href={teamExportAddress}>Export everything</DownloadLink>
        </div>
      </Section>
      <Section
        title="Delete the team"
        about={
          signedIn
            ? 'Everybody is signed out, every key stops working at once, and everything that is kept here is removed for good within minutes. Sextant is then as new: its next start prints a link to set it up, or makes the owner that its configuration names.'
            : 'Every key stops working at once, and everything that is kept here is removed for good within minutes: requests, library, providers, settings. Nobody signs in here, so an empty team takes its place. What this browser keeps by itself, such as history, stays.'
        }
      >
        <Button
          variant="bad"
          className="self-start"
          disabled={settings.data === undefined}
          focusableWhenDisabled
          onClick={() => setDeleting(true)}
        >
          Delete the team
        </Button>
      </Section>
      <Suspense>
        {deleting && settings.data && (
          <DeleteTeam name={settings.data.name} signedIn={signedIn} onClose={() => setDeleting(false)} />
        )}
      </Suspense>
    </>
  )
}
