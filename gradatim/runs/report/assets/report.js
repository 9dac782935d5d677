"use strict";
(() => {
  const near = (steps, wanted) => {
    let best = 0;
    steps.forEach((step, index) => {
      if (Math.abs(step - wanted) < Math.abs(steps[best] - wanted)) best = index;
    });
    return best;
  };

  for (const plot of document.querySelectorAll("svg.plot")) {
    const figure = plot.closest("figure");
    const steps = JSON.parse(plot.dataset.steps);
    const series = JSON.parse(plot.dataset.values);
    const digits = Number(plot.dataset.digits);
    const cursor = plot.querySelector(".cursor");
    const outputs = figure.querySelectorAll("b[data-series]");
    const at = figure.querySelector(".at");
    const last = Math.max(steps[steps.length - 1], 1);
    let current = steps.length - 1;

    const show = (index) => {
      current = Math.min(Math.max(index, 0), steps.length - 1);
      const x = (100 * steps[current]) / last + "%";
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
      cursor.classList.add("on");
      at.hidden = false;
      at.querySelector("b").textContent = steps[current];
      for (const output of outputs) {
        const value = series[output.dataset.series][current];
        output.textContent = value === null ? "" : Number(value.toFixed(digits)) === 0 && value !== 0
          ? value.toExponential(1) : value.toFixed(digits);
      }
    };
    const hide = () => {
      cursor.classList.remove("on");
      at.hidden = true;
      for (const output of outputs) output.textContent = "";
    };

    const follow = (event) => {
      const box = plot.getBoundingClientRect();
      show(near(steps, (last * (event.clientX - box.left)) / box.width));
    };
    plot.addEventListener("pointermove", follow);
    plot.addEventListener("pointerdown", follow);
    plot.addEventListener("pointerleave", hide);
    plot.addEventListener("blur", hide);
    plot.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (move === undefined) return;
      event.preventDefault();
      show(Number.isFinite(move) ? current + move : move < 0 ? 0 : steps.length - 1);
    });
  }

  const filters = document.querySelector(".filters");
  if (!filters) return;
  const rows = [...document.querySelectorAll("table.samples tbody tr")];
  const choices = [...filters.querySelectorAll("select")];
  const apply = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = choices.some((choice) => choice.value !== "" && row.dataset[choice.dataset.filter] !== choice.value);
      shown += row.hidden ? 0 : 1;
    }
    filters.querySelector("#shown").textContent = shown + " of " + rows.length + " shown";
  };
  for (const choice of choices) choice.addEventListener("change", apply);
  filters.hidden = false;
  apply();
})();
