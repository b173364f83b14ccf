/**
 * Attacks of a page on its reader: scripts, frames, links that run code, tracking images, and misleading
 * text.
 */
export const hostilePage = `<title>A page\u202E with turns &lt;img src=x onerror=alert(1)&gt;</title>
<meta property="og:image" content="https://tracker.example/og.png">
<script>document.title = 'the page ran a script'</script>
<main><article><h1>A hostile page</h1>
<p>This text is as long as it has to be for a reader of pages to take it for the article that it pretends to be, and it
goes on about the harbour, about boats that come in at high water, and about lamps that burn through the night.</p>
<p><a href="javascript:alert(1)">a link that runs</a> <a href="JaVaScRiPt&#58;alert(2)">another</a>
<a href="data:text/html,<script>alert(3)</script>">a link that holds a page</a>
<a href="https://elsewhere.example/path">a link that leads away</a></p>
<p><img src="https://tracker.example/pixel.png" alt="a picture that tells"><img src="x" onerror="alert(4)"></p>
<p onclick="alert(5)">Zero\u200Bwidth and \u2067turned\u2069 text.</p>
<iframe src="https://elsewhere.example/frame"></iframe>
<form action="https://elsewhere.example/post"><input name="password"><button>Send</button></form>
<svg onload="alert(6)"><script>alert(7)</script></svg>
<pre><code>&lt;script&gt;alert(8)&lt;/script&gt; [a](javascript:alert(9)) ![b](https://tracker.example/c.png)</code></pre>
</article></main>`
