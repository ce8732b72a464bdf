# Draws how the time of a request grows, from columns of sizes and of the times of the floor, the library and the usual way.
set terminal svg size 860,400 dynamic enhanced font "sans-serif,13" background "white"
set output output
set multiplot layout 1,2
set logscale xy
set xtics (1, 4, 16, 64, 256)
set format y "10^{%T} ns"
set grid
set key bottom right
do for [name in "query-items header-fields"] {
    set title sprintf("time of a request, by number of %s", name eq "query-items" ? "query items" : "header fields")
    plot for [column = 2:4] sprintf("%s/%s.growth", folder, name) using 1:column with linespoints linewidth 2 pointtype 7 \
        pointsize 0.5 title word("floor library usual-way", column - 1)
}
