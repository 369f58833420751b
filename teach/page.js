// Steps appear one by one: buttons, arrow keys, or by themselves. Without this script all of them are there.
(function () {
  "use strict";
  var steps = Array.prototype.slice.call(document.querySelectorAll(".step"));
  var at = steps.length; // how many are shown
  var timer = 0;
  var bar = document.getElementById("bar");
  var where = document.getElementById("where");
  var play = document.getElementById("play");

  function show(n, scroll) {
    at = Math.max(1, Math.min(steps.length, n));
    var name = "";
    steps.forEach(function (s, i) {
      s.style.display = i < at ? "" : "none";
      if (i < at && s.dataset.name) {
        name = s.dataset.name;
      }
    });
    where.textContent = at + "/" + steps.length + (name ? "  " + name : "");
    if (scroll) {
      steps[at - 1].scrollIntoView({ block: "end" });
    }
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }

  // pace is how long a step is looked at: by the words it has.
  function pace() {
    return 1500 + 120 * steps[at - 1].textContent.split(/\s+/).length;
  }

  function tick() {
    if (at >= steps.length) {
      stop();
      return;
    }
    show(at + 1, true);
    timer = setTimeout(tick, pace());
  }

  function toggle() {
    if (timer) {
      stop();
      return;
    }
    if (at >= steps.length) {
      show(1, true);
    }
    play.textContent = "Pause";
    timer = setTimeout(tick, pace());
  }

  function go(by) {
    stop();
    show(at + by, true);
  }

  document.getElementById("back").onclick = function () { go(-1); };
  document.getElementById("next").onclick = function () { go(1); };
  document.getElementById("all").onclick = function () { go(steps.length); };
  play.onclick = toggle;
  document.addEventListener("keydown", function (e) {
    if (e.target.tagName === "BUTTON" || e.altKey || e.ctrlKey || e.metaKey) {
      return;
    }
    if (e.key === "ArrowRight") {
      go(1);
    } else if (e.key === "ArrowLeft") {
      go(-1);
    } else if (e.key === "p") {
      toggle();
    }
  });
  bar.hidden = false;
  show(at, false);
})();
