'use strict';
// The worker that holds the engine: it unpacks and starts tfs.wasm, and carries requests in and answers out.
importScripts('files.js', 'wasm_exec.js');

globalThis.tfsAnswer = text => postMessage(JSON.parse(text));
globalThis.tfsReady = version => postMessage({ event: 'ready', version });
onmessage = ({ data }) => {
  if (data.do === 'answer') tfsInput(data.text);
  else if (!tfsRequest(JSON.stringify(data))) postMessage({ id: data.id, event: 'fault', text: 'too many requests wait' });
};

// counted passes a stream on and tells the page how much of it came.
function counted(total) {
  let got = 0, told = 0;
  return new TransformStream({
    transform(chunk, out) {
      got += chunk.length;
      if (total && got - told > total / 50) { told = got; postMessage({ event: 'loading', share: Math.min(1, got / total) }); }
      out.enqueue(chunk);
    },
  });
}

(async () => {
  try {
    const name = '@WASM@'; // the builder writes it
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    const packed = response.body.pipeThrough(counted(+response.headers.get('content-length')));
    const wasm = new Response(packed.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': 'application/wasm' } });
    const go = new Go();
    const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
    postMessage({ event: 'loading', share: 1 });
    await go.run(instance);
    throw new Error('the engine ended');
  } catch (e) {
    postMessage({ event: 'broken', text: String(e?.message ?? e) });
  }
})();
