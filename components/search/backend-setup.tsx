/** Instructions for adding web search backends. */
export function BackendSetup() {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-0.5 text-accent-text hover:underline">
        Add SearXNG or an API key
      </summary>
      <div className="flex flex-col gap-1 pt-1">
        <p>Set one of these environment variables on the server and restart it:</p>
        <ul className="list-disc pl-5">
          <li>
            <code>SEARXNG_URL</code>: your own SearXNG instance, with <code>json</code> in its{' '}
            <code>search.formats</code>
          </li>
          <li>
            <code>BRAVE_API_KEY</code>, <code>SERPER_API_KEY</code>, <code>TAVILY_API_KEY</code> or{' '}
            <code>EXA_API_KEY</code>
          </li>
          <li>
            <code>YOUTUBE_API_KEY</code> for videos, <code>WOLFRAM_APP_ID</code> for calculations
          </li>
        </ul>
        <p>Or add pages and documents to your library. Every search includes it.</p>
      </div>
    </details>
  )
}
