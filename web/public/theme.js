// The chosen theme, before anything is painted. The page itself keeps it up to date.
const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
