'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { DownloadLink } from '#components/ui/button/download-link.tsx'
import { teamExportAddress, teamSettingsQuery } from './model/team-settings.ts'

const DeleteTeam = lazy(() => import('./delete-team.tsx').then(module => ({ default: module.DeleteTeam })))

/** Exports all data, or deletes the team. */
export function DangerPage() {
  const { signedIn } = useAccount()
  const [deleting, setDeleting] = useState(false)
  const settings = useQuery(teamSettingsQuery)
  return (
    <>
      <Section
        title="Export all data"
        about="Members, key metadata, settings, requests with logged bodies, library texts, shared links and the audit log as JSONL. No passwords, API keys or secrets. Exports are recorded in the audit log."
      >
        <div>
          <DownloadLink href={teamExportAddress}>Export all data</DownloadLink>
        </div>
      </Section>
      <Section
        title="Delete team"
        about={
          signedIn
            ? 'Signs out all members, revokes all API keys at once, and permanently deletes all data within minutes. The next start prints a new setup link or creates the owner named in the configuration.'
            : 'Revokes all API keys at once and permanently deletes all data within minutes: requests, library, providers and settings. This mode has no sign-in, so an empty team replaces it. Data in this browser, such as history, stays.'
        }
      >
        <Button
          variant="bad"
          className="self-start"
          disabled={settings.data === undefined}
          focusableWhenDisabled
          onClick={() => setDeleting(true)}
        >
          Delete team{' '}
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
