'use client'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { type SendToOptions, useSendTo } from '#components/playground/use-send-to.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { linksMax, toLinkEntries } from '#lib/client/library/link-entries.ts'
import { selectedLinks } from '#lib/client/map/selection.ts'
import { linkOrder } from '#lib/client/map/site.ts'
import { toLinksParcel } from '#lib/client/map/to-links-parcel.ts'
import { useMapState, useMapStore } from './map-context.ts'

/** The chosen links, on to be read or ranked; what opens there does not run by itself. */
export function SendLinks() {
  const store = useMapStore()
  const { count } = useMapState().selection
  const chosenLinks = () => {
    const { found, selection } = store.read()
    const { links } = found.site
    return selectedLinks(selection, linkOrder(found.site)).flatMap(link => links[link] ?? [])
  }
  const options: SendToOptions = {
    from: 'map',
    kind: 'links',
    content() {
      const { run } = store.read()
      const { items, query } = toLinksParcel(chosenLinks(), run?.id ?? null)
      return { items, query, runId: run?.id ?? null }
    },
  }
  const scrape = useSendTo(options).find(({ contract }) => contract === 'scrape')
  return (
    <span className="ml-auto flex items-center gap-1">
      {scrape && (
        <Button className="text-xs" onClick={() => void scrape.send()}>
          Scrape {count === 1 ? '1 page' : `${formatCount(count)} pages`}
        </Button>
      )}
      <AddToLibrary
        noun="page"
        entries={() => toLinkEntries(chosenLinks())}
        note={count > linksMax ? `Only the first ${formatCount(linksMax)} are read.` : null}
        inPalette
        compact
      />
      <span className="@max-[30rem]:hidden">
        <SendToMenu {...options} label="Send selection to" inPalette />
      </span>
      <span className="@min-[30rem]:hidden">
        <SendToMenu {...options} label="Send selection to" compact />
      </span>
    </span>
  )
}
